package dev.cobnut.web.answer;

import dev.cobnut.web.problem.ProblemType;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Answers every error with a problem, and explains the types of problems.
@AutoConfiguration(before = ErrorMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class CobnutProblemAutoConfiguration {

    @Bean
    ProblemAdvice problemAdvice() {
        return new ProblemAdvice();
    }

    @Bean
    ProblemErrorController problemErrorController() {
        return new ProblemErrorController();
    }

    @Bean
    ProblemCatalogueController problemCatalogue(ObjectProvider<ProblemType> own) {
        return new ProblemCatalogueController(own.orderedStream().toList());
    }
}
